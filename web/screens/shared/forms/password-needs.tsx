import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'

export interface PasswordNeed {
  label: MessageDescriptor
  met(password: string): boolean
}

const LENGTH: PasswordNeed = {
  label: msg`8 characters`,
  met: (password) => password.length >= LIMITS.password.min,
}
const UPPERCASE: PasswordNeed = {
  label: msg`one uppercase letter`,
  met: (password) => /\p{Lu}/u.test(password),
}
const NUMBER: PasswordNeed = { label: msg`one number`, met: (password) => /\p{Nd}/u.test(password) }

export const SIGN_UP_NEEDS: readonly PasswordNeed[] = [
  LENGTH,
  UPPERCASE,
  NUMBER,
  { label: msg`one special character`, met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]
export const RESET_NEEDS: readonly PasswordNeed[] = [
  LENGTH,
  UPPERCASE,
  { label: msg`one lowercase letter`, met: (password) => /\p{Ll}/u.test(password) },
  NUMBER,
]

interface PasswordNeedsProps {
  id: string
  password: string
  needs: readonly PasswordNeed[]
}

/** The list of password rules. Each gets a tick when it is met, and readers hear when all are. */
export function PasswordNeeds({ id, password, needs }: PasswordNeedsProps) {
  const areAllMet = needs.every(({ met }) => met(password))
  return (
    <>
      <ul className="rules" id={id} aria-label={t`Password needs`}>
        {needs.map(({ label, met }) => (
          <li key={label.id} data-met={met(password) || undefined}>
            {i18n._(label)}
            {met(password) && <span className="sr-only"> {t`(met)`}</span>}
          </li>
        ))}
      </ul>
      <span className="sr-only" role="status">
        {areAllMet && t`Your password meets all four needs.`}
      </span>
    </>
  )
}

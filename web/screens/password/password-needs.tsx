import { LIMITS } from '#schema/limits.ts'

export interface PasswordNeed {
  label: string
  met(password: string): boolean
}

const LENGTH: PasswordNeed = {
  label: '8 characters',
  met: (password) => password.length >= LIMITS.password.min,
}
const UPPERCASE: PasswordNeed = {
  label: 'one uppercase letter',
  met: (password) => /\p{Lu}/u.test(password),
}
const NUMBER: PasswordNeed = { label: 'one number', met: (password) => /\p{Nd}/u.test(password) }

export const SIGN_UP_NEEDS: readonly PasswordNeed[] = [
  LENGTH,
  UPPERCASE,
  NUMBER,
  { label: 'one special character', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]
export const RESET_NEEDS: readonly PasswordNeed[] = [
  LENGTH,
  UPPERCASE,
  { label: 'one lowercase letter', met: (password) => /\p{Ll}/u.test(password) },
  NUMBER,
]

interface PasswordNeedsProps {
  id: string
  password: string
  needs: readonly PasswordNeed[]
}

/** The list of password rules. Each gets a tick when it is met. */
export function PasswordNeeds({ id, password, needs }: PasswordNeedsProps) {
  return (
    <ul className="rules" id={id} aria-label="Password needs">
      {needs.map(({ label, met }) => (
        <li key={label} data-met={met(password) || undefined}>
          {label}
          {met(password) && <span className="sr-only"> (met)</span>}
        </li>
      ))}
    </ul>
  )
}

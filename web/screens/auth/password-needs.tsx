import { LIMITS } from '#schema/limits.ts'

const NEEDS: readonly { label: string; met(password: string): boolean }[] = [
  { label: '8 characters', met: (password) => password.length >= LIMITS.password.min },
  { label: 'one uppercase letter', met: (password) => /\p{Lu}/u.test(password) },
  { label: 'one number', met: (password) => /\p{Nd}/u.test(password) },
  { label: 'one special character', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]

/** Listed from the start; each ticks off as it is met. */
export function PasswordNeeds({ id, password }: { id: string; password: string }) {
  return (
    <ul className="rules" id={id} aria-label="Password needs">
      {NEEDS.map(({ label, met }) => (
        <li key={label} data-met={met(password) || undefined}>
          {label}
          {met(password) && <span className="sr-only"> (met)</span>}
        </li>
      ))}
    </ul>
  )
}

/**
 * The name of the account that a password belongs to, for password managers alone: they find no `type="hidden"`
 * (https://www.chromium.org/developers/design-documents/create-amazing-password-forms).
 */
export const UserNameField = ({ userName }: { userName: string | null | undefined }) =>
  userName ? (
    <input
      className="sr-only"
      type="text"
      name="username"
      autoComplete="username"
      value={userName}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  ) : null

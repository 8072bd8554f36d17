import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Busy: two circles meet, the width stays, and pressing again does nothing. A text says what it is busy with. */
  loading?: boolean | string
  block?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  loading,
  block,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const busy = Boolean(loading) || undefined
  return (
    <button
      type="button"
      {...rest}
      className={`button ${className ?? ''}`}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      data-variant={variant}
      data-size={size}
      data-loading={loading === true || undefined}
      data-block={block || undefined}
      aria-busy={busy}
      // Only a text is news; and a dialog that opens leaves live regions, with all around them, to be read.
      aria-live={typeof loading === 'string' ? 'polite' : undefined}
      // Not disabled while busy: that would take the focus away.
      aria-disabled={busy}
    >
      {typeof loading === 'string' ? loading : children}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the button does, for those who do not see the icon. */
  label: string
  size?: 'sm' | 'md'
  variant?: 'primary'
  children: ReactNode
}

export function IconButton({ label, size = 'md', variant, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button ${className ?? ''}`}
      aria-label={label}
      data-tooltip={label}
      data-size={size}
      data-variant={variant}
    />
  )
}

import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Shows a busy sign, keeps the button's width and ignores presses. A string is announced as the reason. */
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
      // Dialogs do not hide live regions behind them, so the button is one only while it has a string to announce.
      aria-live={typeof loading === 'string' ? 'polite' : undefined}
      // A disabled button would lose the focus.
      aria-disabled={busy}
    >
      {typeof loading === 'string' ? loading : children}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name. */
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

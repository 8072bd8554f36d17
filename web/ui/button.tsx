import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Busy: two circles meet, the width stays, and pressing again does nothing. */
  loading?: boolean
  block?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  loading,
  block,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${className ?? ''}`}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      data-variant={variant}
      data-size={size}
      data-loading={loading || undefined}
      data-block={block || undefined}
      aria-busy={loading || undefined}
      // Not disabled while busy: that would take the focus away.
      aria-disabled={loading || undefined}
    />
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
      title={label}
      data-size={size}
      data-variant={variant}
    />
  )
}

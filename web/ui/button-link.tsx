import { Link, type LinkProps } from 'react-router'

interface ButtonLinkProps extends LinkProps {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet'
  size?: 'md' | 'lg'
}

/** A link styled as a button. */
export const ButtonLink = ({ variant = 'secondary', size = 'lg', className, ...link }: ButtonLinkProps) => (
  <Link {...link} className={`button ${className ?? ''}`} data-variant={variant} data-size={size} />
)

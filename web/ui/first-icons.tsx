import type { ReactNode } from 'react'

/** The icons of the first load, copied from Lucide without its component code. */
function FirstIcon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export const AlertIcon = () => (
  <FirstIcon>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 8v4M12 16h.01" />
  </FirstIcon>
)

export const GlobeIcon = () => (
  <FirstIcon>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20" />
  </FirstIcon>
)

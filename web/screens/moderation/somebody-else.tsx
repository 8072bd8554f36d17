import { type ReactNode, useState } from 'react'
import { useServices, useStore } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'

export function useOwnId() {
  const { session } = useServices()
  return useStore(session).user?.id ?? null
}

interface SomebodyElseProps {
  because: string
  /** What decides, where somebody may be alone with it: whether they are is the server's to say. */
  children?: ReactNode
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Said before anything is written, where a decision is not one's own to take. */
export function SomebodyElse({ because, children }: SomebodyElseProps) {
  const [alone, setAlone] = useState(false)
  if (alone)
    return (
      <div className="own-case" ref={takeFocus} tabIndex={-1}>
        {children}
      </div>
    )
  return (
    <div className="own-case">
      <p className="ink-2">{because} Somebody else decides.</p>
      {children && (
        <Button size="sm" onClick={() => setAlone(true)}>
          There is nobody else
        </Button>
      )}
    </div>
  )
}

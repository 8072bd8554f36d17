import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { useServices, useStore } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'

export function useOwnId() {
  const { session } = useServices()
  return useStore(session).user?.id ?? null
}

interface OwnCaseProps {
  /** Why the moderator may not decide. */
  because: string
  /** The decision form, for a moderator without colleagues. The server checks whether that is true. */
  children?: ReactNode
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Tells a moderator that they may not decide this case themselves. */
export function OwnCase({ because, children }: OwnCaseProps) {
  const [alone, setAlone] = useState(false)
  if (alone)
    return (
      <div className="own-case" ref={takeFocus} tabIndex={-1}>
        {children}
      </div>
    )
  return (
    <div className="own-case">
      <p className="ink-2">{because}</p>
      {children && (
        <Button size="sm" onClick={() => setAlone(true)}>
          {t`There is no other moderator`}
        </Button>
      )}
    </div>
  )
}

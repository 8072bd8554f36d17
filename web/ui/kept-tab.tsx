import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'

interface KeptTabProps {
  value: string
  /** The tab that is shown. */
  current: string
  children(shown: boolean): ReactNode
}

/** A tab's content that stays as it was left, once it was opened: a look elsewhere loses nothing that is half written. */
export function KeptTab({ value, current, children }: KeptTabProps) {
  const shown = value === current
  const [opened, setOpened] = useState(shown)
  if (shown && !opened) setOpened(true)
  return (
    <Tabs.Content value={value} forceMount hidden={!shown}>
      {(shown || opened) && children(shown)}
    </Tabs.Content>
  )
}

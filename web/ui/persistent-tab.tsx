import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'

interface KeptTabProps {
  value: string
  /** The value of the visible tab. */
  current: string
  children(shown: boolean): ReactNode
}

/** A tab's content that stays mounted once opened, to keep drafts while another tab is visible. */
export function PersistentTab({ value, current, children }: KeptTabProps) {
  const shown = value === current
  const [opened, setOpened] = useState(shown)
  if (shown && !opened) setOpened(true)
  return (
    <Tabs.Content value={value} forceMount hidden={!shown}>
      {(shown || opened) && children(shown)}
    </Tabs.Content>
  )
}

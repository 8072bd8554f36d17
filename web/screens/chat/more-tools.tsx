import { t } from '@lingui/core/macro'
import { Ban, Ellipsis, Eraser, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { pageDirection } from '../../i18n/page-direction.ts'
import { Button } from '../../ui/button.tsx'
import type { ChatTool } from './chat-tool.ts'

/** The menu of the tools that have no room. */
export function MoreTools({ onChoose }: { onChoose(tool: ChatTool): void }) {
  const chosen = useRef<ChatTool | null>(null)

  function choose() {
    const tool = chosen.current
    chosen.current = null
    // The dialog later returns the focus to the element that has it now. In a microtask, that is the button of the menu.
    if (tool) queueMicrotask(() => onChoose(tool))
  }

  const item = (tool: ChatTool) => ({
    onSelect() {
      chosen.current = tool
    },
  })
  return (
    <DropdownMenu.Root dir={pageDirection()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet" size="sm" className="tool-more">
          <Ellipsis className="icon" data-size="sm" aria-hidden="true" />
          <span>{t({ message: 'More', comment: 'Opens the menu of a conversation' })}</span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu chat-more"
          align="end"
          collisionPadding={8}
          onCloseAutoFocus={choose}
        >
          <MenuItem icon={Ban} label={t`Block`} hint={t`You won't be matched again`} {...item('block')} />
          <MenuItem
            icon={Eraser}
            label={t`Clear`}
            hint={t`The messages disappear for you`}
            {...item('clear')}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon: LucideIcon
  label: string
  /** What the item does. */
  hint: string
  onSelect(): void
}

const MenuItem = ({ icon: Icon, label, hint, onSelect }: MenuItemProps) => (
  <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
    <Icon className="icon" data-size="sm" aria-hidden="true" />
    <span>
      {label} <small>{hint}</small>
    </span>
  </DropdownMenu.Item>
)

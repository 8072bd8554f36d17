import { t } from '@lingui/core/macro'
import { Ban, Bookmark, Ellipsis, Eraser, EyeOff, type LucideIcon, UserMinus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import type { KeepState } from '#schema/kept.ts'
import { PRODUCT } from '#schema/product.ts'
import { desktop } from '../../desktop.ts'
import { useServices } from '../../hooks/services.tsx'
import { pageDirection } from '../../i18n/page-direction.ts'
import { exitQuietly } from '../../state/quiet/exit-quietly.ts'
import { hasShiftKeys } from '../../state/quiet/shift-keys-setting.ts'
import { Button } from '../../ui/button.tsx'
import type { ChatTool } from './chat-tool.ts'
import { keepWords } from './keep-words.ts'

const { name: product } = PRODUCT

interface MoreToolsProps {
  /** Whether the member keeps in touch with the partner; null where they cannot ask to. */
  keep: KeepState | null
  onChoose(tool: ChatTool): void
}

/** The menu of the tools that have no room, and the button that hides the app. */
export const MoreTools = (props: MoreToolsProps) => (
  <>
    <HideTool />
    <MoreMenu {...props} />
  </>
)

/** Returns what hides the app. */
function useHide() {
  const { storage } = useServices()
  return () => exitQuietly({ window, storage, desktop: desktop() })
}

function HideTool() {
  const hide = useHide()
  const hasKeys = hasShiftKeys(useServices().storage)
  const label = hasKeys ? t`Hide ${product} (or press Shift three times)` : t`Hide ${product}`
  return (
    <Button
      variant="quiet"
      size="sm"
      className="tool-hide"
      aria-label={label}
      data-tooltip={label}
      onClick={hide}
    >
      <EyeOff className="icon" data-size="sm" aria-hidden="true" />
    </Button>
  )
}

function MoreMenu({ keep, onChoose }: MoreToolsProps) {
  const hide = useHide()
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
          {keep === 'KEPT' && <MenuItem icon={UserMinus} {...keepWords(keep)} {...item('letGo')} />}
          {(keep === 'NO' || keep === 'ASKED') && (
            <MenuItem icon={Bookmark} isChecked={keep === 'ASKED'} {...keepWords(keep)} {...item('keep')} />
          )}
          <MenuItem icon={Ban} label={t`Block`} hint={t`You won't be matched again`} {...item('block')} />
          <MenuItem
            icon={Eraser}
            label={t`Clear`}
            hint={t`The messages disappear for you`}
            {...item('clear')}
          />
          <MenuItem
            icon={EyeOff}
            label={t`Hide ${product}`}
            hint={t`It leaves the screen at once`}
            onSelect={hide}
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
  /** Of an item that can be on or off. */
  isChecked?: boolean
  onSelect(): void
}

function MenuItem({ icon: Icon, label, hint, isChecked, onSelect }: MenuItemProps) {
  const content = (
    <>
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      <span>
        {label} <small>{hint}</small>
      </span>
    </>
  )
  if (isChecked === undefined)
    return (
      <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
        {content}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.CheckboxItem className="menu-item" checked={isChecked} onSelect={onSelect}>
      {content}
    </DropdownMenu.CheckboxItem>
  )
}

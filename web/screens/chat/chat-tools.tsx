import { t } from '@lingui/core/macro'
import { Ban, Bookmark, Eraser, Flag, type LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, Suspense } from 'react'
import type { KeepState } from '#schema/kept.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import type { ChatTool } from './chat-tool.ts'
import { keepWords } from './keep-words.ts'

/** The code of menus is not part of the chat, which the home screen preloads. */
const MoreTools = deferred(() => import('./more-tools.tsx'), 'MoreTools')

interface ChatToolsProps {
  /** Whether the member keeps in touch with the partner; null where they cannot ask to. */
  keep: KeepState | null
  onChoose(tool: ChatTool): void
}

/**
 * Keep in touch, Clear, Block and Report. Where there is no room for all, Report stays in sight, because it is looked for
 * in a hurry, and the others move to a menu. The list of kept members has Let go where there is room.
 */
export const ChatTools = ({ keep, onChoose }: ChatToolsProps) => (
  <div className="tools">
    {(keep === 'NO' || keep === 'ASKED') && (
      <Tool
        icon={Bookmark}
        label={keepWords(keep).label}
        className="tool-keep"
        data-tooltip={keepWords(keep).hint}
        aria-pressed={keep === 'ASKED'}
        onClick={() => onChoose('keep')}
      />
    )}
    <Tool icon={Eraser} label={t`Clear`} className="tool-clear" onClick={() => onChoose('clear')} />
    <Tool icon={Ban} label={t`Block`} className="tool-block" onClick={() => onChoose('block')} />
    <Tool icon={Flag} label={t`Report`} onClick={() => onChoose('report')} />
    <Suspense fallback={<span className="button tool-more" />}>
      <MoreTools keep={keep} onChoose={onChoose} />
    </Suspense>
  </div>
)

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  label: string
  'data-tooltip'?: string
}

const Tool = ({ icon: Icon, label, ...props }: ToolProps) => (
  <Button variant="quiet" size="sm" {...props}>
    <Icon className="icon" data-size="sm" aria-hidden="true" />
    <span>{label}</span>
  </Button>
)

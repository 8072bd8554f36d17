import { t } from '@lingui/core/macro'
import { Ban, Eraser, Flag, type LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import type { ChatTool } from './chat-tool.ts'

/** The code of menus is not part of the chat, which the home screen preloads. */
const MoreTools = deferred(() => import('./more-tools.tsx'), 'MoreTools')

/**
 * Clear, Block and Report. Where there is no room for three, Report stays in sight, because it is looked for in a
 * hurry, and the others move to a menu.
 */
export const ChatTools = ({ onChoose }: { onChoose(tool: ChatTool): void }) => (
  <div className="tools">
    <Tool icon={Eraser} label={t`Clear`} className="tool-clear" onClick={() => onChoose('clear')} />
    <Tool icon={Ban} label={t`Block`} className="tool-block" onClick={() => onChoose('block')} />
    <Tool icon={Flag} label={t`Report`} onClick={() => onChoose('report')} />
    <Suspense fallback={<span className="button tool-more" />}>
      <MoreTools onChoose={onChoose} />
    </Suspense>
  </div>
)

interface ToolProps {
  icon: LucideIcon
  label: string
  className?: string
  onClick(): void
}

const Tool = ({ icon: Icon, label, ...props }: ToolProps) => (
  <Button variant="quiet" size="sm" {...props}>
    <Icon className="icon" data-size="sm" aria-hidden="true" />
    <span>{label}</span>
  </Button>
)

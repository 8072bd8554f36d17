import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isVisible } from '#schema/visible.ts'
import { Button } from '../../ui/button.tsx'

/** Shows the draft that was set aside while an older message is edited. It returns to the field after the next send. */
export function DraftAside({ text, onSwap }: { text: string; onSwap(): void }) {
  if (!isVisible(text)) return null
  return (
    <div className="draft-aside">
      <p className="caption ink-2 cut">
        <Trans>
          Your other draft: <bdi>{text}</bdi>
        </Trans>
      </p>
      <Button variant="quiet" size="sm" onClick={onSwap}>
        {t`Switch drafts`}
      </Button>
    </div>
  )
}

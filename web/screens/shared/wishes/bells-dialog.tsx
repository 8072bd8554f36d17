import { t } from '@lingui/core/macro'
import { Dialog } from '../../../ui/dialog.tsx'
import { InterestBells } from './interest-bells.tsx'

/** The interest bells, beside what the member does. */
export const BellsDialog = ({ interests, onClose }: { interests: readonly string[]; onClose(): void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Interest bells`}>
    <InterestBells interests={interests} />
  </Dialog>
)

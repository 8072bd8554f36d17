import { Suspense } from 'react'
import { deferred } from '../../ui/deferred.tsx'

const BlockDialog = deferred(() => import('../chat/block-dialog.tsx'), 'BlockDialog')
const ReportDialog = deferred(() => import('../chat/report-dialog.tsx'), 'ReportDialog')

/** Loads both dialogs in advance: they must open when the connection is lost or a deployment has replaced their files. */
export function preloadPartnerDialogs() {
  BlockDialog.preload()
  ReportDialog.preload()
}

export type PartnerDialog = 'report' | 'block'

interface PartnerDialogsProps {
  /** The dialog that is open. */
  asking: PartnerDialog | null
  partnerId: string
  partnerName: string
  isBlocked?: boolean
  onAsk(dialog: PartnerDialog | null): void
  /** Called after the server has accepted the report or the block. */
  onDone(): void
}

/** The report and block dialogs about one partner. */
export function PartnerDialogs({
  asking,
  partnerId,
  partnerName,
  isBlocked = false,
  onAsk,
  onDone,
}: PartnerDialogsProps) {
  if (!asking) return null
  const onClose = () => onAsk(null)
  const done = () => {
    onClose()
    onDone()
  }
  return (
    <Suspense>
      {asking === 'report' ? (
        <ReportDialog
          partnerId={partnerId}
          partnerName={partnerName}
          onClose={onClose}
          onReported={done}
          {...(!isBlocked && { onBlockInstead: () => onAsk('block') })}
        />
      ) : (
        <BlockDialog partnerId={partnerId} partnerName={partnerName} onClose={onClose} onBlocked={done} />
      )}
    </Suspense>
  )
}

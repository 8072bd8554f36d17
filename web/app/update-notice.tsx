import './update-notice.css'
import { t } from '@lingui/core/macro'
import { createRoot } from 'react-dom/client'

/** Offers to reload the page, at its top, until the member has chosen. The page works on with its own version. */
export function showUpdateNotice(document: Document, reload: () => void): void {
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  function close() {
    root.unmount()
    place.remove()
  }
  root.render(<UpdateNotice onReload={reload} onClose={close} />)
}

function UpdateNotice({ onReload, onClose }: { onReload(): void; onClose(): void }) {
  return (
    <aside className="update-notice" role="status">
      <span>{t`A new version is ready.`}</span>
      <button type="button" onClick={onReload}>
        {t`Reload`}
      </button>
      <button type="button" data-quiet onClick={onClose}>
        {t`Later`}
      </button>
    </aside>
  )
}

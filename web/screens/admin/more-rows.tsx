import { t } from '@lingui/core/macro'
import { consoleNumberLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import type { AdminPage } from './mock-data.ts'

interface MoreRowsProps {
  page: AdminPage<unknown>
  adding: boolean
  more(): void
}

/** Shows how much of a list is loaded, with a button for the next page. Renders nothing when all of it is loaded. */
export function MoreRows({ page: { elements, total }, adding, more }: MoreRowsProps) {
  if (elements.length === 0 || elements.length >= total) return null
  const number = new Intl.NumberFormat(consoleNumberLocale())
  const shown = number.format(elements.length)
  const all = number.format(total)
  return (
    <div className="list-more">
      <p className="caption ink-3" role="status">
        {t`${shown} of ${all} shown`}
      </p>
      <Button loading={adding} onClick={more}>
        {t`Load More`}
      </Button>
    </div>
  )
}

import { Button } from '../../ui/button.tsx'
import type { AdminPage } from './mock-data.ts'

interface MoreRowsProps {
  page: AdminPage<unknown>
  adding: boolean
  more(): void
}

const number = new Intl.NumberFormat('en-IN')

/** Shows how much of a list is loaded, with a button for the next page. Renders nothing when all of it is loaded. */
export function MoreRows({ page: { elements, total }, adding, more }: MoreRowsProps) {
  if (elements.length === 0 || elements.length >= total) return null
  return (
    <div className="list-more">
      <p className="caption ink-3" role="status">
        {number.format(elements.length)} of {number.format(total)} shown
      </p>
      <Button loading={adding} onClick={more}>
        Load More
      </Button>
    </div>
  )
}

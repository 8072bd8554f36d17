import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useScrollEdges } from './use-scroll-edges.ts'

interface ScrolledTableProps {
  name: string
  columns: readonly string[]
  children: ReactNode
}

/** A table that scrolls sideways when it is wider than the screen, with faded edges. */
export function ScrolledTable({ name, columns, children }: ScrolledTableProps) {
  const scroller = useScrollEdges<HTMLElement>()
  return (
    <section
      className="table-scroll scroll-edges"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t`${name}, scrolls sideways`}
    >
      <table className="admin-grid">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

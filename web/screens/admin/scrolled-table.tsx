import type { ReactNode } from 'react'

interface ScrolledTableProps {
  name: string
  columns: readonly string[]
  children: ReactNode
}

/** Rows under their columns; what is wider than the screen scrolls sideways. */
export const ScrolledTable = ({ name, columns, children }: ScrolledTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className="table-scroll" tabIndex={0} aria-label={`${name}, scrolls sideways`}>
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

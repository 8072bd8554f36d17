import { capacityTable, costTable, limitsTable, parameterTable } from './capacity-tables.ts'
import type { Results } from './results.ts'
import { deliveryTable, matchingTable, smallCrowdTable } from './simulation-tables.ts'

/** The node counts whose rows the document has. The others are in the figures. */
const SHOWN = [1, 4, 16, 64]

/** Returns the tables of docs/SCALING.md by the names of their blocks. */
export const computeBlocks = (results: Results): Record<string, string> => ({
  capacity: capacityTable(),
  costs: costTable(),
  limits: limitsTable(),
  matching: matchingTable(results),
  'small crowds': smallCrowdTable(results),
  delivery: deliveryTable({
    ...results,
    delivery: results.delivery.filter(({ nodes }) => SHOWN.includes(nodes)),
  }),
  parameters: parameterTable(),
})

/** Replaces the computed blocks of a document. Each stands between `<!-- computed: name -->` and `<!-- end -->`. @throws Error when a block is missing */
export function fillBlocks(document: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce((text, [name, table]) => {
    const start = `<!-- computed: ${name} -->`
    const from = text.indexOf(start)
    const end = text.indexOf('<!-- end -->', from)
    if (from < 0 || end < 0) throw new Error(`The document has no block ${name}.`)
    return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(end)}`
  }, document)
}

import type { Load } from '../driver/commands.ts'
import { type ContenderName, runsOnTwoNodes, type Started } from './contender.ts'
import type { MeasuredProcess } from './measured-process.ts'

/** Starts the node of a contender, or its two nodes: senders connect to the first, receivers to the second. */
export async function startNodes(
  name: ContenderName,
  wire: Load['wire'],
  startNode: () => Promise<MeasuredProcess>,
): Promise<Started> {
  const first = await startNode()
  const second = runsOnTwoNodes(name) ? await startNode() : null
  return {
    processes: second ? [first, second] : [first],
    load: { wire, sendTo: first.url, receiveFrom: (second ?? first).url },
  }
}

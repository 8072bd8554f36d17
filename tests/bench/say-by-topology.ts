import { type ContenderName, TOPOLOGIES } from './contenders/contender.ts'
import { say, sayTable } from './figures.ts'
import type { Results } from './interleave.ts'

interface Row<Result> {
  name: ContenderName
  figures: readonly Result[]
  /** Socket.IO on as many nodes as this server. */
  socketio: ContenderName
}

/** Prints a table of the measured servers on one node, and one of those on two. Each row begins with the server's name. */
export function sayByTopology<Result>(
  title: string,
  results: Results<Result>,
  [columns, cellsOf]: readonly [columns: readonly string[], cellsOf: (row: Row<Result>) => string[]],
) {
  for (const { title: topology, servers, socketio } of TOPOLOGIES) {
    const rows = servers.flatMap((name) => {
      const figures = results.get(name)
      return figures ? [[name, ...cellsOf({ name, figures, socketio })]] : []
    })
    if (rows.length === 0) continue
    say(`\n${topology}, ${title}`)
    sayTable(['server', ...columns], rows)
  }
}

/** The load driver, in a process of its own. It does what its parent asks for, see `commands.ts`. */
import { type Answer, type Command, commandModel, type Pair } from './commands.ts'
import { connectAll } from './connect-all.ts'
import { createWire } from './create-wire.ts'
import { Receipts, sendMessages } from './message-load.ts'
import type { Connection, Wire } from './wire.ts'

interface Open {
  wire: Wire
  pairs: Pair[]
  connections: Connection[]
}

const receipts = new Receipts()
let open: Open | null = null

const tell = (answer: Answer) => process.send?.(answer)

async function connect({ load, pairs, atOnce }: Extract<Command, { do: 'connect' }>) {
  const wire = open?.wire ?? createWire(load)
  const { connections, failed, seconds } = await connectAll(wire, load, {
    pairs,
    atOnce,
    receive: receipts.receive,
  })
  open = {
    wire,
    pairs: [...(open?.pairs ?? []), ...pairs],
    connections: [...(open?.connections ?? []), ...connections],
  }
  tell({ is: 'connected', connections: connections.length, failed, seconds })
}

async function send(command: Extract<Command, { do: 'send' }>) {
  if (!open) throw new Error('nothing is connected')
  let before = process.cpuUsage()
  const result = await sendMessages(
    {
      ...open,
      receipts,
      onMeasuring() {
        before = process.cpuUsage()
        tell({ is: 'measuring' })
      },
      onMeasured() {
        const { user, system } = process.cpuUsage(before)
        tell({ is: 'measured', cpu: user + system })
      },
    },
    command,
  )
  tell(result)
}

process.on('message', (message) => {
  const command = commandModel.parse(message)
  const done = command.do === 'connect' ? connect(command) : send(command)
  done.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(1))

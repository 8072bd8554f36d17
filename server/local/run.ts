import { spawn } from 'node:child_process'

export interface RunOptions {
  uid?: number
  gid?: number
  cwd?: string
  /** The program leaves a background process that keeps its output open. */
  daemon?: boolean
}

export interface RunResult {
  code: number | null
  output: string
}

/** Runs a program until it exits, and returns its output. For a daemon, the output may be incomplete. */
export function run(
  program: string,
  args: readonly string[],
  { daemon, ...options }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const append = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.once('error', reject)
    // `close` waits for the whole output, which a daemon keeps open forever.
    child.once(daemon ? 'exit' : 'close', (code) => resolve({ code, output: output.trim() }))
  })
}

import { spawn } from 'node:child_process'

export interface RunOptions {
  uid?: number
  gid?: number
  cwd?: string
  /** It leaves a process running in the background, which keeps its output open. */
  daemon?: boolean
}

export interface RunResult {
  code: number | null
  output: string
}

/** Runs a program to its end, and gathers its output; a daemon's only as far as it has come by then. */
export function run(
  program: string,
  args: readonly string[],
  { daemon, ...options }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const gather = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.once('error', reject)
    // At its exit the last of its output may still be on the way; what a daemon inherited never ends.
    child.once(daemon ? 'exit' : 'close', (code) => resolve({ code, output: output.trim() }))
  })
}

import { spawn } from 'node:child_process'

export interface RunOptions {
  uid?: number
  gid?: number
  cwd?: string
}

export interface RunResult {
  code: number | null
  output: string
}

/** Runs a program to its end. Its output is gathered, except that of what it leaves running in the background. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const gather = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.once('error', reject)
    // Not 'close': a background process that inherited the pipes would hold it back.
    child.once('exit', (code) => resolve({ code, output: output.trim() }))
  })
}

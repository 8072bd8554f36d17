import { type Config, loadConfig } from '#server/platform/config/config.ts'
import { type CommandTarget, describeFailure } from './describe-failure.ts'

/** Runs a command with the settings of the environment. If it fails, prints why, and sets the exit code to 1. */
export async function runWithSettings(
  run: (config: Config) => Promise<void>,
  targetOf: (config: Config) => CommandTarget | null,
): Promise<void> {
  let target: CommandTarget | null = null
  try {
    const config = loadConfig(process.env)
    target = targetOf(config)
    await run(config)
  } catch (error) {
    process.stderr.write(`${describeFailure(error, target)}\n`)
    process.exitCode = 1
  }
}

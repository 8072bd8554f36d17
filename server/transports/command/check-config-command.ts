import { runCheckConfig } from './check-config/run-check-config.ts'

const code = await runCheckConfig({
  environment: process.env,
  json: process.argv.includes('--json'),
  print: (text) => void process.stdout.write(text),
})
process.exit(code)

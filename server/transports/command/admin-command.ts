import { runAdmin } from './admin/run-admin.ts'

const code = await runAdmin(process.argv.slice(2), process.env, {
  result: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
})
process.exit(code)

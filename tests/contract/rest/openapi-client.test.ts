import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const TOOLS = resolve(ROOT, 'tests/tools/openapi-types')
/** openapi-typescript needs a compiler API that this repository's version of TypeScript lacks. */
const { resolve: resolveTool } = createRequire(join(TOOLS, 'package.json'))
const GENERATOR = resolve(dirname(resolveTool('openapi-typescript')), '../bin/cli.js')
const COMPILER = resolveTool('typescript/bin/tsc')
/** Three processes that each compile take long on a busy machine. */

const execute = promisify(execFile)
/** Runs a Node.js program in the folder; its output is the message of a failure. */
async function run(folder: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' }
  const result = await execute(process.execPath, args, { cwd: folder, env }).catch((error) => {
    throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
  return result.stdout
}

// covers: design-openapi-client
it('gives openapi-typescript types with which a client compiles and completes the main job', async () => {
  const node = await startApp()
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache/openapi-client-'))
  try {
    const document = await fetch(`${node.url}/api/openapi.json`)
    await writeFile(join(folder, 'openapi.json'), await document.text())
    await copyFile(join(TOOLS, 'main-job.ts'), join(folder, 'main-job.ts'))
    // A property with a default may be left out of a request.
    const generator = [GENERATOR, 'openapi.json', '--output', 'api.ts', '--default-non-nullable=false']
    await run(folder, ...generator)
    const options = { strict: true, noEmit: true, target: 'es2024', module: 'esnext', types: ['node'] }
    const resolution = { moduleResolution: 'bundler', allowImportingTsExtensions: true, skipLibCheck: true }
    const config = { compilerOptions: { ...options, ...resolution }, files: ['main-job.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await run(folder, COMPILER, '--project', 'tsconfig.json')
    expect(await run(folder, 'main-job.ts', node.url)).toContain('the main job is done')
  } finally {
    await rm(folder, { recursive: true, force: true })
    await node[Symbol.asyncDispose]()
  }
})

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')

/** What the Dockerfile says about the image that it makes in its last stage. */
export interface ImageDescription {
  /** Sources in the build stage with their places in the image. */
  readonly copies: readonly (readonly [from: string, to: string])[]
  readonly env: Readonly<Record<string, string>>
  readonly user: number
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

export function readDockerfile(): ImageDescription {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')
  const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n')
  const all = (pattern: RegExp) =>
    lines.flatMap((line) => [pattern.exec(line)].filter((match) => match !== null))
  const words = (pattern: RegExp): string[] => JSON.parse(all(pattern)[0]?.[1] ?? '[]')
  return {
    copies: all(/^COPY --from=build (\S+) (\S+)$/).map(([, from = '', to = '']) => [from, to] as const),
    env: Object.fromEntries(all(/^ENV (\w+)=(\S+)$/).map(([, name = '', value = '']) => [name, value])),
    user: Number(all(/^USER (\d+):\d+$/)[0]?.[1]),
    command: words(/^CMD (\[.*\])$/),
    healthCheck: words(/^HEALTHCHECK .* CMD (\[.*\])$/),
  }
}

export interface UnpackedImage {
  readonly folder: string
  /** A copy of Node that every user may run. */
  readonly node: string
  /** Returns the paths of all files in the image. */
  files(): string[]
  remove(): Promise<void>
}

/** Makes a folder with the files of the image, which its user can read and not write. */
export async function unpackImage({ copies }: ImageDescription): Promise<UnpackedImage> {
  const parent = await mkdtemp(join(tmpdir(), 'rapport-image-'))
  const [folder, node] = [join(parent, 'app'), join(parent, 'node')]
  await copyFile(process.execPath, node)
  const runtime = join(parent, 'runtime')
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/runtime-modules.mjs'), runtime])
  for (const [from, to] of copies) {
    // It needs the npm command, and the server does not read it.
    if (from.endsWith('/sbom.cdx.json')) continue
    const source = from.startsWith('/runtime/') ? join(runtime, from.slice(9)) : join(ROOT, from.slice(7))
    await mkdir(dirname(join(folder, to)), { recursive: true })
    await cp(source, join(folder, to), { recursive: true })
  }
  await rm(runtime, { recursive: true })
  await makeReadOnly(folder)
  await chmod(parent, 0o755)
  return {
    folder,
    node,
    files: () => readdirSync(folder, { recursive: true }).map(String).sort(),
    async remove() {
      await makeWritable(folder)
      await rm(parent, { recursive: true })
    },
  }
}

const makeReadOnly = (folder: string) => changeModes(folder, { file: 0o444, directory: 0o555 })
const makeWritable = (folder: string) => changeModes(folder, { file: 0o644, directory: 0o755 })

async function changeModes(folder: string, modes: { file: number; directory: number }): Promise<void> {
  await chmod(folder, modes.directory)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await changeModes(path, modes)
    else if (entry.isFile()) await chmod(path, modes.file)
  }
}

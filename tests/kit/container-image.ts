import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

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
  await run(process.execPath, [join(ROOT, 'scripts/runtime-modules.mjs'), runtime])
  for (const [from, to] of copies) {
    // It needs the npm command, and the server does not read it.
    if (from.endsWith('/sbom.cdx.json')) continue
    const place = join(folder, to)
    await mkdir(dirname(place), { recursive: true })
    if (from.startsWith('/runtime/')) await rename(join(runtime, from.slice('/runtime/'.length)), place)
    else await cp(join(ROOT, from.slice('/build/'.length)), place, { recursive: true })
  }
  await rm(runtime, { recursive: true })
  await run('chmod', ['-R', 'a+rX,a-w', folder])
  await chmod(parent, 0o755)
  return {
    folder,
    node,
    files: () => readdirSync(folder, { recursive: true }).map(String).sort(),
    async remove() {
      await run('chmod', ['-R', 'u+w', folder])
      await rm(parent, { recursive: true })
    },
  }
}

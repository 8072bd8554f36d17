import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { imagePackages } from './image-packages.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

interface Copy {
  readonly stage: string
  readonly from: string
  readonly to: string
}

/** What the Dockerfile says about the image that it makes in its last stage. */
export interface ImageDescription {
  /** The arguments of the `npm ci` that installs the packages of the image. */
  readonly install: readonly string[]
  /** Sources in another stage with their places in the image. */
  readonly copies: readonly Copy[]
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
    install: /\nRUN npm ci (.*)/.exec(text)?.[1]?.split(' ') ?? [],
    copies: all(/^COPY --from=(\w+) \/build\/(\S+) (\S+)$/).map(
      ([, stage = '', from = '', to = '']): Copy => ({ stage, from, to }),
    ),
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
  for (const { stage, from, to } of copies) {
    const place = join(folder, to)
    // npm writes the list of components, and the server does not read it.
    if (from === 'sbom.cdx.json') continue
    if (stage === 'packages') await copyPackages(folder)
    else await copyInto(place, join(ROOT, from))
  }
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

/** Copies the packages of the image. Those nested in a package are copied only if the image has them. */
async function copyPackages(target: string) {
  for (const path of imagePackages(ROOT)) {
    const nested = join(ROOT, path, 'node_modules')
    await copyInto(join(target, path), join(ROOT, path), (source) => source !== nested)
  }
}

async function copyInto(place: string, source: string, filter = (_source: string) => true) {
  await mkdir(dirname(place), { recursive: true })
  await cp(source, place, { recursive: true, filter })
}

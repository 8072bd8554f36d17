import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { useNode } from '../../kit/use-node.ts'

const DIST = resolve(import.meta.dirname, '../../../dist')
const node = useNode({ web: { files: `${DIST}/web`, pages: `${DIST}/pages` } })

interface Manifest {
  shortcuts: { name: string }[]
  screenshots: { src: string; label: string; form_factor: string }[]
}
const TRANSLATED = LANGUAGES.slice(1)
const read = (path: string) => fetch(node.url + path)
const manifestAt = async (path: string): Promise<Manifest> => (await read(path)).json()
const textsOf = ({ shortcuts, screenshots }: Manifest) => [
  ...shortcuts.map(({ name }) => name),
  ...screenshots.map(({ label }) => label),
]

describe('the manifests of the installed app', () => {
  // covers: beyond-install-screenshots
  it.each(TRANSLATED)('include translated shortcuts and small screenshots in $code', async ({ code }) => {
    const [english, translated] = [
      await manifestAt('/manifest.webmanifest'),
      await manifestAt(`/manifest.${code}.webmanifest`),
    ]
    const texts = textsOf(english)
    expect(texts).toHaveLength(4)
    expect(textsOf(translated).filter((text) => !text || texts.includes(text))).toEqual([])
    expect(textsOf(translated)).toHaveLength(4)
    expect(translated.screenshots.map((one) => one.form_factor)).toEqual(['narrow', 'wide'])
    for (const { src } of [...english.screenshots, ...translated.screenshots]) {
      const { status, headers } = await read(src)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(Number(headers.get('content-length'))).toBeLessThan(100 * 1024)
    }
    // The worker keeps none of them.
    expect(await (await read('/sw.js')).text()).not.toContain('/screenshots/')
    expect(translated.screenshots.map(({ src }) => src)).toEqual([
      `/screenshots/narrow.${code}.webp`,
      `/screenshots/wide.${code}.webp`,
    ])
  })
})

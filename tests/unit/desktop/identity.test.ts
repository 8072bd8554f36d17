import { describe, expect, it } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { useDesktops } from '../../kit/desktops.ts'

describe('the identity of the desktop app', () => {
  const start = useDesktops()

  it('includes the name, version and licence in the about panel', async () => {
    const { double } = await start()
    expect(double.app.about).toEqual({
      applicationName: PRODUCT.name,
      applicationVersion: '1.2.3',
      version: '',
      copyright: 'MIT licence',
    })
  })

  it('includes an app id and a toast activator on Windows only', async () => {
    const names = async (platform: NodeJS.Platform) => {
      const { double } = await start({ platform })
      return [double.app.modelId, double.app.toastActivator]
    }
    expect(await names('win32')).toEqual([
      `example.${PRODUCT.slug}.desktop`,
      '{7d0e5c1b-52a8-4c86-9f0a-3e64b8d1f2a7}',
    ])
    for (const platform of ['linux', 'darwin'] as const) expect(await names(platform)).toEqual([null, null])
  })

  it.each([
    [['de-AT', 'de-DE'], ['de']],
    [['fr-FR', 'en-US'], ['en-US']],
    [['en-AU', 'fr'], []],
  ])('includes spelling for the languages %j: %j', async (languages, spelling) => {
    const { double } = await start({
      prepare({ app }) {
        app.languages = languages
      },
    })
    expect(double.session.spelling).toEqual(spelling)
  })
})

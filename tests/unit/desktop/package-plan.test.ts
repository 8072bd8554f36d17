import { describe, expect, it } from 'vitest'
import { checkRelease, readBuildSettings } from '../../../desktop/packaging/build-settings.mjs'
import { mergeUpdateInfos, missingDownloads, planPackages } from '../../../desktop/packaging/plan.mjs'

const FEED = 'https://updates.test/'

describe('the packages of a system', () => {
  // covers: beyond-desktop-updater-files
  it('need separate folders on Linux, because each build reads what it finds in its folder', () => {
    const runs = planPackages({ platform: 'linux', args: ['--x64', '--arm64'], updateFeed: null })
    expect(runs.map(({ output }) => output)).toEqual(['dist/packages/appimage', 'dist/packages/deb'])
    for (const [index, target] of ['AppImage', 'deb'].entries()) {
      const { args = [], output } = runs[index] ?? {}
      expect(args.slice(0, 2)).toEqual(['--linux', target])
      expect(args).toEqual(expect.arrayContaining(['--x64', '--arm64', `-c.directories.output=${output}`]))
    }
  })

  it.each(['darwin', 'win32'] as const)('come from one build on %s', (platform) => {
    expect(planPackages({ platform, args: [], updateFeed: null })).toHaveLength(1)
  })

  it('contain the update feed if one is set, and are never uploaded', () => {
    for (const { args } of planPackages({ platform: 'linux', args: [], updateFeed: FEED }))
      expect(args).toEqual(
        expect.arrayContaining([
          '--publish',
          'never',
          '-c.publish.provider=generic',
          `-c.publish.url=${FEED}`,
        ]),
      )
    const [without] = planPackages({ platform: 'win32', args: [], updateFeed: null })
    expect(without?.args.join()).not.toContain('provider')
  })

  it('share one update manifest', () => {
    const one = {
      version: '1.2.3',
      path: 'a.AppImage',
      sha512: 'a',
      files: [{ url: 'a.AppImage', sha512: 'a' }],
    }
    const other = { version: '1.2.3', path: 'b.deb', sha512: 'b', files: [{ url: 'b.deb', sha512: 'b' }] }
    expect(mergeUpdateInfos([one, other])).toEqual({ ...one, files: [...one.files, ...other.files] })
    expect(() => mergeUpdateInfos([one, { ...other, version: '1.2.4' }])).toThrow('different versions')
  })

  it('name the missing download in an offline build', () => {
    const output = '  • packaging  platform=linux\n  ⨯ getaddrinfo ENOTFOUND github.com'
    expect(missingDownloads(output, '45.4.1')).toContain("Electron's runtime 45.4.1")
    expect(missingDownloads('  ⨯ Invalid configuration object', '45.4.1')).toBeNull()
  })
})

describe('the settings of a build', () => {
  it.each([
    ['https://rapport.test/', 'https://rapport.test'],
    ['https://rapport.test:8443', 'https://rapport.test:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    [undefined, 'http://localhost:3000'],
  ])('take the server %s as %s', (PUBLIC_URL, serverAddress) => {
    expect(readBuildSettings({ PUBLIC_URL })).toEqual({ serverAddress, updateFeed: null })
  })

  it.each([
    [{ PUBLIC_URL: 'rapport.test' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://rapport.test' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://user:secret@rapport.test' }, 'PUBLIC_URL'],
    [{ DESKTOP_UPDATE_FEED: 'http://updates.test' }, 'DESKTOP_UPDATE_FEED'],
  ])('refuse the server %j', (env, named) => {
    expect(() => readBuildSettings(env)).toThrow(named)
  })

  // covers: beyond-desktop-release
  it.each([
    [{}, 'needs PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'needs PUBLIC_URL'],
    [
      { PUBLIC_URL: 'https://rapport.test', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.4' },
      'package.json says 1.2.3',
    ],
  ])('refuse the release %j', (env, reason) => {
    expect(() => checkRelease(env, '1.2.3')).toThrow(reason)
  })

  it('accept a release whose tag matches the version', () => {
    const env = { PUBLIC_URL: 'https://rapport.test', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.3' }
    expect(() => checkRelease(env, '1.2.3')).not.toThrow()
  })
})

import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { applicationMenu, contextMenu } from '../../../desktop/main/windows/menu.ts'

const none = () => undefined

/** Returns each item as its id, its role, or a line for a separator; a menu below as [label, items]. */
const outline = (items: readonly MenuItemConstructorOptions[]): unknown[] =>
  items.map((item) => {
    const name = item.id ?? item.role ?? item.label ?? (item.type === 'separator' ? '—' : '')
    return Array.isArray(item.submenu) ? [item.role ?? item.label, outline(item.submenu)] : name
  })

const menuOf = (platform: NodeJS.Platform, isDeveloping = false) =>
  outline(
    applicationMenu(platform, isDeveloping, {
      find: none,
      findStep: none,
      openSettings: none,
      setZoom: none,
      checkForUpdates: none,
      openLogFolder: none,
    }),
  )

const FIND = ['find', 'find-next', 'find-previous', 'find-next-f3', 'find-previous-f3']
const ZOOM = ['zoom-reset', 'zoom-in', 'zoom-in-unshifted', 'zoom-out']

describe('the application menu', () => {
  it('shows the items of macOS in their order', () => {
    expect(menuOf('darwin')).toEqual([
      [
        'Rapport',
        ['about', '—', 'settings', '—', 'services', '—', 'hide', 'hideOthers', 'unhide', '—', 'quit'],
      ],
      ['&File', ['close']],
      [
        'editMenu',
        [
          'undo',
          'redo',
          '—',
          'cut',
          'copy',
          'paste',
          'pasteAndMatchStyle',
          'delete',
          'selectAll',
          '—',
          ...FIND,
          '—',
          [
            'Substitutions',
            ['showSubstitutions', '—', 'toggleSmartQuotes', 'toggleSmartDashes', 'toggleTextReplacement'],
          ],
          ['Speech', ['startSpeaking', 'stopSpeaking']],
        ],
      ],
      ['&View', ['reload', '—', ...ZOOM, '—', 'togglefullscreen']],
      ['windowMenu', ['minimize', 'zoom', '—', 'front']],
      ['help', ['check-for-updates', 'open-log-folder']],
    ])
  })

  it.each(['win32', 'linux'] as const)('shows the items of %s in their order', (platform) => {
    expect(menuOf(platform)).toEqual([
      ['&File', ['settings', '—', 'close', 'quit']],
      ['editMenu', ['undo', 'redo', '—', 'cut', 'copy', 'paste', 'delete', '—', 'selectAll', '—', ...FIND]],
      ['&View', ['reload', '—', ...ZOOM, '—', 'togglefullscreen']],
      ['windowMenu', ['minimize', 'zoom', 'close']],
      ['help', ['check-for-updates', 'open-log-folder', '—', 'about']],
    ])
  })

  it('labels the items with a role in English as Electron labels them on each platform', () => {
    const labelsOn = (platform: NodeJS.Platform) => {
      const labelOf = (items: readonly MenuItemConstructorOptions[]): unknown[] =>
        items.flatMap(({ role, label, submenu }) => [
          ...(role ? [[role, label]] : []),
          ...(Array.isArray(submenu) ? labelOf(submenu) : []),
        ])
      return Object.fromEntries(
        labelOf(
          applicationMenu(platform, true, {
            find: none,
            findStep: none,
            openSettings: none,
            setZoom: none,
            checkForUpdates: none,
            openLogFolder: none,
          }),
        ) as [string, string][],
      )
    }
    const everywhere = {
      editMenu: 'Edit',
      undo: 'Undo',
      redo: 'Redo',
      cut: 'Cut',
      copy: 'Copy',
      paste: 'Paste',
      delete: 'Delete',
      selectAll: 'Select All',
      reload: 'Reload',
      togglefullscreen: 'Toggle Full Screen',
      toggleDevTools: 'Toggle Developer Tools',
      windowMenu: 'Window',
      minimize: 'Minimize',
      zoom: 'Zoom',
      help: 'Help',
    }
    expect(labelsOn('linux')).toEqual({ ...everywhere, close: 'Close', quit: 'Quit', about: 'About' })
    expect(labelsOn('win32')).toEqual({ ...everywhere, close: 'Close', quit: 'Exit', about: 'About Rapport' })
    expect(labelsOn('darwin')).toEqual({
      ...everywhere,
      close: 'Close Window',
      quit: 'Quit Rapport',
      about: 'About Rapport',
      hide: 'Hide Rapport',
      hideOthers: 'Hide Others',
      unhide: 'Show All',
      services: 'Services',
      front: 'Bring All to Front',
      pasteAndMatchStyle: 'Paste and Match Style',
      showSubstitutions: 'Show Substitutions',
      toggleSmartQuotes: 'Smart Quotes',
      toggleSmartDashes: 'Smart Dashes',
      toggleTextReplacement: 'Text Replacement',
      startSpeaking: 'Start Speaking',
      stopSpeaking: 'Stop Speaking',
    })
  })

  it('offers the developer tools only in development', () => {
    expect(JSON.stringify(menuOf('linux', true))).toContain('"togglefullscreen","toggleDevTools"')
    expect(JSON.stringify(menuOf('linux'))).not.toContain('toggleDevTools')
  })

  it.each([
    ['find', 'Find…', 'CmdOrCtrl+F', true, 'find'],
    ['find-next', 'Find Next', 'CmdOrCtrl+G', true, 'next'],
    ['find-previous', 'Find Previous', 'CmdOrCtrl+Shift+G', true, 'previous'],
    ['find-next-f3', 'Find Next', 'F3', false, 'next'],
    ['find-previous-f3', 'Find Previous', 'Shift+F3', false, 'previous'],
    ['zoom-reset', 'Actual Size', 'CmdOrCtrl+0', true, 0],
    ['zoom-in', 'Zoom In', 'CmdOrCtrl+Plus', true, 1],
    ['zoom-in-unshifted', 'Zoom In', 'CmdOrCtrl+=', false, 1],
    ['zoom-out', 'Zoom Out', 'CmdOrCtrl+-', true, -1],
    ['settings', 'Settings', 'CmdOrCtrl+,', true, 'settings'],
    ['check-for-updates', 'Check for Updates…', undefined, true, 'updates'],
    ['open-log-folder', 'Open Log Folder', undefined, true, 'log'],
  ])('runs %s, called %s, by %s (visible: %s)', (id, label, accelerator, isVisible, done) => {
    const calls: unknown[] = []
    const call = (name: unknown) => () => void calls.push(name)
    const items = applicationMenu('linux', false, {
      find: call('find'),
      findStep: (step) => void calls.push(step),
      openSettings: call('settings'),
      setZoom: (step) => void calls.push(step),
      checkForUpdates: call('updates'),
      openLogFolder: call('log'),
    })
    const item = items
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .find((one) => one.id === id)
    expect([item?.label, item?.accelerator, item?.visible ?? true]).toEqual([label, accelerator, isVisible])
    item?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    expect(calls).toEqual([done])
  })
})

describe('the context menu', () => {
  const open = (params: Partial<Electron.ContextMenuParams>) =>
    contextMenu(
      {} as Pick<Electron.BrowserWindow, 'webContents'>,
      {
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {},
        isEditable: false,
        selectionText: '',
        linkURL: '',
        ...params,
      } as Electron.ContextMenuParams,
      none,
    )

  it('offers in a field the actions that its state allows', () => {
    const editFlags = { canCut: false, canCopy: true, canPaste: false, canSelectAll: true }
    expect(open({ isEditable: true, editFlags: editFlags as Electron.EditFlags })).toEqual([
      { role: 'cut', label: 'Cut', enabled: false },
      { role: 'copy', label: 'Copy', enabled: true },
      { role: 'paste', label: 'Paste', enabled: false },
      { type: 'separator' },
      { role: 'selectAll', label: 'Select All', enabled: true },
    ])
  })

  it('offers suggestions for a misspelt word first, and adding it to the dictionary', () => {
    const items = open({
      isEditable: true,
      misspelledWord: 'helo',
      dictionarySuggestions: ['hello', 'helot'],
    })
    expect(outline(items)).toEqual(['hello', 'helot', 'learn', '—', 'cut', 'copy', 'paste', '—', 'selectAll'])
  })

  it('labels its items for a link and a misspelt word', () => {
    const items = open({ linkURL: 'https://elsewhere.test/', misspelledWord: 'helo', isEditable: false })
    expect(items.map(({ label }) => label)).toEqual(['Copy Link'])
    expect(open({ misspelledWord: 'helo', isEditable: true })[0]?.label).toBe('Add to Dictionary')
  })

  it('offers nothing for a selection of white space', () => {
    expect(open({ selectionText: ' \n' })).toEqual([])
  })
})

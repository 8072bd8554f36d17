// The catalogues of the texts, and the source files that each one covers. `npm run texts` updates them.
import { relative } from 'node:path'
import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { LANGUAGES } from './schema/languages.ts'

const SEARCH_FILES =
  '{age-wish-line,bells-offer,evening-line,exchange-line,exchange-offer,expected-wait-line,search-notes,wait-sentence}.*'
const RING_FILES = '{ring-*,use-ring*}'

/**
 * The catalogue of each part of the web app, which loads with the part's code, and of the desktop app's main process. The
 * first one loads with the page.
 */
const AREAS = {
  base: [
    'schema/product.ts',
    'web/{main,app/{app,error-boundary,routes,update-notice}}.tsx',
    'web/{data,hooks,ui}/**',
    'web/state/{services,toasts,theme}.ts',
    'web/state/session/**',
    'web/screens/auth/{auth-screen,circles,first-question,next-steps,poster,tab-list}.tsx',
    'web/screens/shared/{landing-names,language-switch,unreachable}.*',
  ],
  register: [
    'web/screens/auth/{login-form.tsx,new-here.tsx,passkey-login.ts,register-*}',
    'web/screens/shared/forms/{check-login,password-needs,profile-fields,show-auth-error,suggest-interests,use-busy,use-member-location}.*',
    'web/{state/session/{location-notices,member-location},ui/{list-text,password-field,tag-input,use-tags}}.*',
    'web/i18n/enum-labels.ts',
  ],
  heads: ['web/app/{head,offline-page,page-heads,structured-data}.ts'],
  pages: [
    'web/app/further-routes.tsx',
    'web/screens/shared/{facts-for-texts,language-switch}.*',
    'web/screens/shared/forms/password-needs.tsx',
    'web/screens/desktop/open-app-screen.tsx',
    'web/ui/password-field.tsx',
    'web/screens/{about,faq,landing,location-debug,not-found,not-me,password,payment,public,unsubscribe,verification}/**',
  ],
  documents: ['web/screens/shared/documents/**', 'web/screens/auth/document-panel.tsx'],
  summaries: ['web/screens/summaries/**'],
  member: [
    'web/state/{chat,desktop,live,payments}/**',
    'web/screens/{account,chat,home,nearby,notifications,safety}/**',
    'web/screens/shared/{documents,second-factor}/**',
    'web/screens/shared/{centre-page,days,facts-for-texts,forms/profile-fields,home-bar,looking-for-text,partner-dialogs,query-result,row-skeletons,sidebar-button,speaks-text,use-log-out,use-resend-verification}.*',
    'web/screens/desktop/{desktop-settings,servers}.*',
    'web/{state/session/{arrival,choose-language,location-notices,member-location},ui/{confirm-dialog,list-text,load-failure,password-field,tag-input,too-long,unsaved,use-tags}}.*',
    'web/i18n/{enum-labels,report-categories,shown-name}.ts',
  ],
  /** Members who would like to talk, those whom the member keeps, and wishes about partners. Loads when there is one. */
  people: [
    'web/{state,screens}/{keeping,knocks}/**',
    'web/screens/shared/wishes/**',
    'web/screens/safety/refused-people.tsx',
  ],
  /** What the home and search screens say about a search. */
  search: ['web/screens/evenings/**', `web/screens/shared/wishes/${SEARCH_FILES}`],
  /** The search that goes on in the closed app. Loads with a search, and where one goes on. */
  ring: ['web/state/ring/**', `web/screens/shared/wishes/${RING_FILES}`],
  pricing: ['web/screens/pricing/**'],
  /** The privacy centre, and the offer of a passkey. */
  privacy: ['web/screens/privacy/**'],
  /** How to install the app, in the settings and in an offer. Loads where it can be installed. */
  install: ['web/screens/install/**'],
  /** Push messages. Loads with their settings, and with the page of a member who gets them. */
  push: [
    'web/state/push/**',
    'web/screens/account/{notification-settings,push-*,quiet-hours-setting,use-push*}.*',
    'web/screens/privacy/push-devices-section.tsx',
  ],
  staff: [
    'web/state/moderation/**',
    'web/screens/{admin,moderation}/**',
    'web/screens/shared/{scrolled-table.tsx,second-factor/**}',
    'web/ui/{confirm-dialog,list-text,load-failure,password-field,too-long,unsaved}.*',
    'web/i18n/{enum-labels,report-categories,shown-name}.ts',
  ],
  /** The evenings of the console. Loads with their tab. */
  planning: ['web/screens/admin/evenings/**'],
  desktop: ['desktop/main/**'],
  /** The messages of the contract, which the server sends and forms show. */
  forms: ['schema/**/*.ts'],
  /** Mails, notifications and errors of the API. */
  server: ['server/**/*.ts'],
}
const BASE_FILES_ELSEWHERE = ['landing-names.ts']
/** They are in folders of the base area, but not part of the first load. */
const LATER_FILES = [
  'arrival.ts',
  'choose-language.ts',
  'confirm-dialog.tsx',
  'list-text.ts',
  'load-failure.tsx',
  'location-notices.ts',
  'member-location.ts',
  'password-field.tsx',
  'tag-input.tsx',
  'too-long.tsx',
  'unsaved.tsx',
  'use-tags.ts',
]
const EXCLUDED: Partial<Record<string, string[]>> = {
  base: LATER_FILES,
  member: [
    ...BASE_FILES_ELSEWHERE,
    'refused-people.tsx',
    'notification-settings.tsx',
    'push-*',
    'quiet-hours-setting.tsx',
    'use-push*',
  ],
  privacy: ['push-devices-section.tsx'],
  people: [...BASE_FILES_ELSEWHERE, `wishes/${SEARCH_FILES}`, `wishes/${RING_FILES}`],
  staff: [...BASE_FILES_ELSEWHERE, 'admin/evenings/**'],
  forms: ['product.ts'],
  server: ['generated/**'],
}

/**
 * The texts of the contract and the server are calls of `text` (schema/translatable.ts). Writes them as the calls that
 * Lingui knows. @throws Error for a text that is not a literal
 */
function withKnownCalls(file: string, code: string): string {
  if (!code.includes("translatable.ts'")) return code
  const [, unknown] = /(?<![\w.$]|function )(text\(\s*[^\s'")].*)/.exec(code) ?? []
  if (unknown) throw new Error(`${file}: the English text must be a literal: ${unknown}`)
  return code.replaceAll(/(?<![\w.$])text\((?=\s*['"])/g, 'i18n._(')
}

export default defineConfig({
  sourceLocale: 'en',
  locales: LANGUAGES.map(({ code }) => code),
  catalogs: Object.entries(AREAS).map(([area, include]) => ({
    path: `<rootDir>/locales/{locale}/${area}`,
    include: include.map((path) => `<rootDir>/${path}`),
    exclude: (EXCLUDED[area] ?? BASE_FILES_ELSEWHERE).map((name) => `**/${name}`),
  })),
  extractors: [
    {
      match: (file) => /^(schema|server)\/(?!product\.ts$)/.test(relative(import.meta.dirname, file)),
      extract: (file, code, ...rest) => babel.extract(file, withKnownCalls(file, code), ...rest),
    },
    babel,
  ],
  // Line numbers would change with every edit of a source file.
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: { limit: 3 } }),
  orderBy: 'origin',
  // The macros compile to code of our own: see there.
  runtimeConfigModule: {
    i18n: ['#web/i18n/page-texts.ts', 'pageTexts'],
    Trans: ['#web/i18n/trans.tsx', 'Trans'],
  },
})

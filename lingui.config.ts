// The catalogues of the web app's texts, and the source files that each one covers. `npm run texts` updates them.
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LANGUAGES } from './schema/languages.ts'

/** The catalogue of each part of the app, which loads with the part's code. The first one loads with the page. */
const AREAS = {
  base: [
    'schema/product.ts',
    'web/{main,app/{app,error-boundary,routes}}.tsx',
    'web/{data,hooks,ui}/**',
    'web/state/{services,toasts,theme}.ts',
    'web/state/session/**',
    'web/screens/auth/{auth-screen,document-panel,login-form,poster}.tsx',
    'web/screens/forms/{check-login,show-auth-error,use-busy}.ts',
    'web/screens/landing/landing-names.ts',
    'web/screens/public/language-switch.tsx',
  ],
  register: [
    'web/screens/auth/register-*',
    'web/screens/forms/{profile-fields,suggest-interests,use-member-location}.*',
    'web/screens/password/password-needs.tsx',
    'web/{state/session/{location-notices,member-location},ui/{tag-input,use-tags}}.*',
    'web/i18n/enum-labels.ts',
  ],
  heads: ['web/app/{head,page-heads,structured-data}.ts'],
  pages: [
    'web/app/further-routes.tsx',
    'web/screens/facts-for-texts.ts',
    'web/screens/desktop/open-app-screen.tsx',
    'web/screens/{about,faq,landing,location-debug,not-found,not-me,password,payment,public,unsubscribe,verification}/**',
  ],
  documents: ['web/screens/documents/**'],
  summaries: ['web/screens/summaries/**'],
  member: [
    'web/state/{chat,desktop,live,payments}/**',
    'web/screens/{account,chat,conversations,home,nearby,notifications,pricing,privacy,safety,second-factor,suspended}/**',
    'web/screens/documents/**',
    'web/screens/{facts-for-texts,desktop/{desktop-settings,servers},forms/profile-fields}.*',
    'web/{state/session/{arrival,choose-language,location-notices,member-location},ui/{confirm-dialog,load-failure,tag-input,too-long,use-tags}}.*',
    'web/i18n/enum-labels.ts',
  ],
  staff: [
    'web/state/moderation/**',
    'web/screens/{admin,moderation,second-factor}/**',
    'web/ui/{confirm-dialog,load-failure,too-long}.tsx',
    'web/i18n/enum-labels.ts',
  ],
}
const BASE_FILES_ELSEWHERE = ['landing-names.ts']
/** They are in folders of the base area, but not part of the first load. */
const LATER_FILES = [
  'arrival.ts',
  'choose-language.ts',
  'confirm-dialog.tsx',
  'load-failure.tsx',
  'location-notices.ts',
  'member-location.ts',
  'tag-input.tsx',
  'too-long.tsx',
  'use-tags.ts',
]

export default defineConfig({
  sourceLocale: 'en',
  locales: LANGUAGES.map(({ code }) => code),
  catalogs: Object.entries(AREAS).map(([area, include]) => ({
    path: `<rootDir>/locales/{locale}/${area}`,
    include: include.map((path) => `<rootDir>/${path}`),
    exclude: (area === 'base' ? LATER_FILES : BASE_FILES_ELSEWHERE).map((name) => `**/${name}`),
  })),
  // Line numbers would change with every edit of a source file.
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: { limit: 3 } }),
  orderBy: 'origin',
  // The macros compile to code of our own: see there.
  runtimeConfigModule: {
    i18n: ['#web/i18n/page-texts.ts', 'pageTexts'],
    Trans: ['#web/i18n/trans.tsx', 'Trans'],
  },
})

// Before the first paint: a dark page must not flash white. As in state/theme.ts.
const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
document.documentElement.dataset.theme =
  (localStorage.getItem('ui-theme') ?? systemTheme) === 'dark' ? 'dark' : 'light'
// A member does not see the page that a visitor reads while their own is on its way.
if (localStorage.getItem('authToken')) document.documentElement.dataset.member = ''

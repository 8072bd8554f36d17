// See state/theme.ts.
const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
document.documentElement.dataset.theme =
  (localStorage.getItem('ui-theme') ?? systemTheme) === 'dark' ? 'dark' : 'light'
if (localStorage.getItem('authToken')) document.documentElement.dataset.member = ''

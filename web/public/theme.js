// Before the first paint, so that nobody who chose the dark sees a white flash.
document.documentElement.dataset.theme = localStorage.getItem('ui-theme') === 'dark' ? 'dark' : 'light'
// A member does not see the page that a visitor reads while their own is on its way.
if (localStorage.getItem('authToken')) document.documentElement.dataset.member = ''

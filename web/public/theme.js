// Before the first paint, so that nobody who chose the dark sees a white flash.
document.documentElement.dataset.theme = localStorage.getItem('ui-theme') === 'dark' ? 'dark' : 'light'

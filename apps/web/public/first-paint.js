/* Runs before the first paint, so that neither theme, language nor the landing's two forms flash. */
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('mohlat-theme');
    if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
    var language = localStorage.getItem('mohlat-language');
    if (root.dataset.page === undefined) {
      if (language === 'hi' || language === 'en') root.lang = language;
    } else if (root.lang === 'en' && language === 'hi') {
      // A public page is a file in one language; its Hindi sibling stands under /hi.
      location.replace('/hi' + location.pathname + location.search + location.hash);
    }
    if (localStorage.getItem('mohlat-auth')) root.dataset.session = 'present';
  } catch {
    root.dataset.storage = 'refused';
  }
})();

/* Runs before the first paint, so that neither theme, language nor the landing's two forms flash. */
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('mohlat-theme');
    if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
    if (root.dataset.page === undefined) {
      var language = localStorage.getItem('mohlat-language');
      if (language === 'hi' || language === 'en') root.lang = language;
    }
    if (localStorage.getItem('mohlat-auth')) root.dataset.session = 'present';
  } catch {
    root.dataset.storage = 'refused';
  }
})();

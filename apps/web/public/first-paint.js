/* Runs before the first paint, so that neither theme, language nor the landing's two forms flash. */
(function () {
  function preload(href) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.href = href;
    document.head.append(link);
  }
  function listOf(name) {
    var meta = document.querySelector('meta[name="' + name + '"]');
    return meta ? meta.content.split(' ') : [];
  }
  /* The figures are asked for beside the script that shows them; lib/asked-early.ts hands them on. */
  function ask(kept) {
    var session;
    try {
      session = JSON.parse(kept);
    } catch {
      // What cannot be read is the auth client's to judge.
    }
    if (!session || !(session.expires_at * 1000 > Date.now() + 120000)) return;
    var early = { token: session.access_token, language: root.lang, answers: {} };
    // One request a turn: all of them at once hold a cheap phone up.
    listOf('dashboard-asks').forEach(function (path) {
      var answer = new Promise(function (resolve) {
        setTimeout(function () {
          resolve(
            fetch(path, {
              headers: {
                Accept: 'application/json',
                'Accept-Language': early.language,
                Authorization: 'Bearer ' + early.token,
              },
            }),
          );
        });
      });
      answer.catch(function () {});
      early.answers[path] = answer;
    });
    window.askedEarly = early;
  }
  /* Until a language is chosen, the first of the browser's that there is: a shared link may meet somebody new. */
  function firstLanguage() {
    return navigator.languages
      .map(function (tag) {
        return tag.slice(0, 2);
      })
      .find(function (tag) {
        return tag === 'hi' || tag === 'en';
      });
  }
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('mohlat-theme');
    if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
    var language = localStorage.getItem('mohlat-language') || firstLanguage();
    if (root.dataset.page === undefined) {
      if (language === 'hi' || language === 'en') root.lang = language;
    } else if (root.lang === 'en' && language === 'hi') {
      // A public page is a file in one language; its Hindi sibling stands under /hi.
      location.replace('/hi' + location.pathname + location.search + location.hash);
    }
    /* A friend's code is kept at once: whoever presses Sign Up before the scripts are here brings it along too. */
    var code = /[?&]ref=([A-Za-z0-9-]{4,32})(?:&|$)/.exec(location.search);
    if (code && root.dataset.page !== undefined) sessionStorage.setItem('mohlat-ref', code[1]);
    var session = localStorage.getItem('mohlat-auth');
    if (session) {
      root.dataset.session = 'present';
      // Whoever comes back to the dashboard fetches its parts beside the script that would ask for them.
      if (/^\/dashboard\/?$/.test(location.pathname)) {
        // What this takes of a cheap phone's time is taken after the page has been read, and not all at once.
        setTimeout(function () {
          listOf('dashboard-parts').forEach(preload);
          setTimeout(function () {
            ask(session);
          });
        });
      }
    }
  } catch {
    root.dataset.storage = 'refused';
  }
})();

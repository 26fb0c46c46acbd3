(function () {
  'use strict';
  var REFRESH_MS = 4000;
  var LIVE = ['inbox', 'bills', 'collections', 'consents', 'webhooks', 'clock-state', 'fault-list'];
  var said = document.getElementById('said');

  function isBusyInside(element) {
    var active = document.activeElement;
    var selection = window.getSelection();
    if (selection && !selection.isCollapsed && element.contains(selection.anchorNode)) return true;
    return active && active !== document.body && element.contains(active);
  }

  // A list somebody is reading or typing in is left alone until they act on it.
  function refresh(isForced) {
    if (!isForced && document.hidden) return Promise.resolve();
    return fetch('/')
      .then(function (response) {
        return response.text();
      })
      .then(function (text) {
        var next = new DOMParser().parseFromString(text, 'text/html');
        LIVE.forEach(function (id) {
          var from = next.getElementById(id);
          var to = document.getElementById(id);
          if (!from || !to || from.innerHTML === to.innerHTML || (!isForced && isBusyInside(to))) return;
          var focused =
            document.activeElement && to.contains(document.activeElement) && document.activeElement.id;
          to.innerHTML = from.innerHTML;
          var again = focused && document.getElementById(focused);
          if (again) again.focus();
        });
      });
  }

  function call(method, path, body) {
    said.textContent = 'Working…';
    return fetch(path, {
      method: method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body || undefined,
    })
      .then(function (response) {
        return response.text().then(function (text) {
          var answer = null;
          try {
            answer = JSON.parse(text);
          } catch {
            answer = null;
          }
          said.textContent = response.ok
            ? 'Done.'
            : (answer && answer.error && answer.error.message) || 'That did not work.';
          return refresh(true);
        });
      })
      .catch(function () {
        said.textContent = 'The sandbox does not answer.';
      });
  }

  document.addEventListener('click', function (event) {
    var button = event.target.closest('button[data-path]');
    if (button) void call(button.dataset.method || 'POST', button.dataset.path, button.dataset.body);
    var copy = event.target.closest('button[data-copy]');
    if (copy && navigator.clipboard)
      void navigator.clipboard.writeText(copy.dataset.copy).then(function () {
        said.textContent = 'Copied ' + copy.dataset.copy + '.';
      });
  });

  document.getElementById('fault-form').addEventListener('submit', function (event) {
    event.preventDefault();
    void call('POST', '/control/faults', document.getElementById('fault-rule').value);
  });
  document.getElementById('fault-example').addEventListener('change', function (event) {
    if (event.target.value) document.getElementById('fault-rule').value = event.target.value;
  });
  setInterval(function () {
    refresh(false).catch(function () {});
  }, REFRESH_MS);
})();

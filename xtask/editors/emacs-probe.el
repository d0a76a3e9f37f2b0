;;; emacs-probe.el --- LayoutLens in Emacs  -*- lexical-binding: t -*-

;; Started by `cargo xtask test': emacs -Q --batch -l emacs-probe.el
;; Environment: LAYOUTLENS_BIN, LAYOUTLENS_TEST_WORKSPACES.
;; Prints a line for each fact and exits 1 at the first that does not hold.

;;; Code:

(require 'cl-lib)
(require 'cc-mode)
(require 'eglot)
(require 'flymake)
(require 'python)

;; The program is on the path, as the page on editors wants it.
(push (file-name-directory (getenv "LAYOUTLENS_BIN")) exec-path)

(defun probe-eval-page (page)
  "Evaluate the elisp blocks of PAGE, and give how many they are."
  (with-temp-buffer
    (insert-file-contents page)
    (let ((count 0))
      (while (re-search-forward "^```elisp\n" nil t)
        (let ((start (point)))
          (re-search-forward "^```$")
          (eval-region start (match-beginning 0)))
        (setq count (1+ count)))
      count)))

;; What the page says is what is tried here.
(unless (= 2 (probe-eval-page
              (expand-file-name "../docs/editors.md" (getenv "LAYOUTLENS_TEST_WORKSPACES"))))
  (princ "FAILED docs/editors.md has not two blocks for Emacs\n")
  (kill-emacs 1))
(add-to-list 'eglot-server-programs '(python-mode . ("layoutlens" "lsp")))

(defconst probe-limit 300 "Longest wait in seconds; only a defect reaches it.")

;; The jsonrpc.el of Emacs 30.1 now and then loses an answer that the server has given, and then all that follow: what was
;; asked is asked again, over another connection.
(defconst probe-patience 20 "Seconds after which an answer is taken for lost.")

(defun probe-ask (condition)
  "What CONDITION returns; nil, over a new connection, where answers to it are lost."
  (let ((asked (float-time))
        (value (ignore-error jsonrpc-error
                 (with-timeout (probe-patience) (funcall condition)))))
    (when (and (not value) (> (- (float-time) asked) 8) (eglot-current-server))
      (ignore-errors (with-timeout (probe-patience) (eglot-reconnect (eglot-current-server)))))
    value))

(defun probe-wait (what condition)
  "Wait until CONDITION returns non-nil and return that; WHAT names it."
  (let ((end (+ (float-time) probe-limit)) value)
    (while (not (or (setq value (probe-ask condition)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (unless value
      (princ (format "FAILED %s\n" what))
      (kill-emacs 1))
    (princ (format "ok     %s: %s\n" what
                   (truncate-string-to-width (replace-regexp-in-string "\n" " " (format "%s" value)) 70)))
    value))

(defun probe-open (path)
  "Visit PATH of the test workspaces with LayoutLens."
  (find-file (expand-file-name path (getenv "LAYOUTLENS_TEST_WORKSPACES")))
  (apply #'eglot--connect (eglot--guess-contact)))

(defun probe-hints ()
  "Texts of the inlay hints in the buffer."
  (cl-loop for overlay in (overlays-in (point-min) (1+ (point-max)))
           when (overlay-get overlay 'eglot--inlay-hint)
           collect (substring-no-properties
                    (or (overlay-get overlay 'after-string) (overlay-get overlay 'before-string) ""))))

(defun probe-hint-with (text)
  "The first inlay hint that contains TEXT, asked for anew."
  (eglot--update-hints-1 (point-min) (point-max))
  (accept-process-output nil 0.05)
  (cl-find-if (lambda (hint) (string-search text hint)) (probe-hints)))

(defun probe-hover-at (text)
  "What the server says about TEXT, as plain text."
  (goto-char (point-min))
  (search-forward text)
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams))))
    (plist-get (plist-get answer :contents) :value)))

;; Eglot has no lenses: what they do is offered as actions.

(defun probe-action-at (text title)
  "The code action TITLE where TEXT begins."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0))
  (cl-find title (append (eglot-code-actions (point) (point)) nil)
           :key (lambda (action) (plist-get action :title)) :test #'equal))

(setq eglot-sync-connect probe-limit
      eglot-autoshutdown t)

(dolist (expected '(("cuda/layouts.cu" "A = (4,8)" "((2,4),(2,2)):((8,1),(16,4))")
                    ("python/elementwise.py" "val = (4,8)" "((4,4),(8,32)):((1024,32),(128,1))")))
  (cl-destructuring-bind (file text hint) expected
    (probe-open file)
    (probe-wait (concat file ": hover") (lambda () (probe-hover-at text)))
    (eglot-inlay-hints-mode 1)
    (probe-wait (concat file ": inlay hint") (lambda () (probe-hint-with hint)))))

(probe-open "broken/shape-divisibility.cu")
(flymake-start)
(probe-wait "broken/shape-divisibility.cu: diagnostic"
            (lambda ()
              (cl-some (lambda (found)
                         (let ((text (flymake-diagnostic-text found)))
                           (and (string-search "shape-divisibility" text) text)))
                       (flymake-diagnostics))))
(probe-wait "broken/shape-divisibility.cu: fix"
            (lambda ()
              (eglot-execute (eglot-current-server) (probe-action-at "6:1" "use 4"))
              (goto-char (point-min))
              (and (search-forward "composition(A, 4:1)" nil t) "the edit of `use 4'")))
(set-buffer-modified-p nil)

(probe-open "cuda/layouts.cu")
(probe-wait "cuda/layouts.cu: emulate"
            (lambda ()
              (eglot-execute (eglot-current-server) (probe-action-at "cute: run copy" "emulate"))
              (let ((hover (probe-hover-at "run cop")))
                (and (string-search "wrong" (or hover "")) hover))))
(kill-emacs 0)
;;; emacs-probe.el ends here

@echo off
rem A double click opens the desk in the browser, with the tournaments in Documents. Close it there, or close this window.
set "bughouse=%~dp0bughouse.exe"
cd /d "%USERPROFILE%\Documents" 2>nul
"%bughouse%" desk
if errorlevel 1 pause

<?php
/** Settings of the test wiki, read after what MediaWiki's installer wrote. */

$testDirectory = getenv( 'TEST_DIRECTORY' );

$wgServer = getenv( 'TEST_URL' );
$wgCacheDirectory = "$testDirectory/cache";
$wgMainCacheType = CACHE_ACCEL;
// Logins live in wikicache.sqlite and outlive a reset.
$wgSessionCacheType = CACHE_DB;
// With a clock that stands still a page made in the same second would look fresh for ever.
$wgParserCacheType = CACHE_NONE;
// Everything that an edit sets off has happened before the next request is taken.
$wgJobRunRate = 20;
$wgPasswordConfig['pbkdf2']['cost'] = '1';
$wgEnableEmail = false;
$wgPingback = false;
$wgShowExceptionDetails = true;
$wgLogos = [ '1x' => "$wgResourceBasePath/resources/assets/mediawiki.png" ];
$wgRateLimits = [];

$wgEnableUploads = true;
$wgUploadDirectory = "$testDirectory/images";
$wgUploadPath = "$wgScriptPath/images";
$wgFileExtensions = [ 'png', 'gif', 'jpg', 'jpeg', 'svg' ];
$wgUseImageMagick = false;
$wgSVGConverters['rsvg'] = 'rsvg-convert -w $width -h $height -o $output $input';
$wgSVGConverter = 'rsvg';

wfLoadExtension( 'ParserFunctions' );
$wgPFEnableStringFunctions = true;
wfLoadExtension( 'Cite' );
wfLoadExtension( 'Scribunto' );
$wgScribuntoDefaultEngine = 'luastandalone';
$wgScribuntoEngineConf['luastandalone']['luaPath'] = getenv( 'TEST_LUA' );

// What a test sets with MediaWiki.set_state(). JSON, because changes of a PHP file are seen seconds late.
$testState = is_file( "$testDirectory/state.json" )
	? json_decode( file_get_contents( "$testDirectory/state.json" ), true ) : [];
if ( isset( $testState['readonly'] ) ) {
	$wgReadOnly = $testState['readonly'];
}
if ( isset( $testState['lag'] ) ) {
	$wgHooks['ApiMaxLagInfo'][] = function ( &$lagInfo ) use ( $testState ) {
		$lagInfo = [ 'host' => 'db1', 'lag' => $testState['lag'], 'type' => 'db' ];
	};
}
if ( isset( $testState['ratelimit'] ) ) {
	$wgRateLimits = $testState['ratelimit'];
	$wgGroupPermissions['bot']['noratelimit'] = false;
}
$wgEnableUploads = $testState['uploads'] ?? $wgEnableUploads;
$wgFileExtensions = $testState['file_endings'] ?? $wgFileExtensions;
if ( isset( $testState['now'] ) ) {
	\Wikimedia\Timestamp\ConvertibleTimestamp::setFakeTime( $testState['now'] );
}
